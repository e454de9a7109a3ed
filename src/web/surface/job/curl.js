// Formats the problem of a job as a curl command; a problem too large for a command line is fetched from the job.
import { key } from '../../app/net/api.js';
import { curl } from '../../app/net/curl.js';

const LINE_MAX = 20000; // characters

export function curlOf(job, problem) {
  const text = typeof problem === 'string';
  const body = text ? problem : JSON.stringify(problem);
  const type = text ? 'text/plain' : 'application/json';
  const headers = { 'Content-Type': type, ...(key.peek() && { Authorization: 'Bearer YOUR_KEY' }) };
  const url = `${location.origin}/v1/${job.kind}`;
  if (body.length <= LINE_MAX) return curl({ method: 'POST', url, headers, body });
  const auth = key.peek() ? " -H 'Authorization: Bearer YOUR_KEY'" : '';
  return `curl -s${auth} ${location.origin}/v1/jobs/${job.id}/problem | curl -s${auth} -H 'Content-Type: ${type}' --data-binary @- ${url}`;
}
