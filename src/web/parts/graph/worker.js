// The worker that lays out large graphs: { id, request } -> { id, plan }.
import { plan } from './plan.js';

self.onmessage = ({ data: { id, request } }) => self.postMessage({ id, plan: plan(request) });
