// The imports of every component: preact with signals, and htm bound to it (no JSX, so that files run in the browser
// without a compiler).
import htm from 'htm';
import { Fragment, h } from 'preact';

export const html = htm.bind(h);
export { Fragment };
export { render } from 'preact';
export { useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from '@preact/signals';

// Joins class names from strings and {name: condition}.
export const cls = (...parts) => parts.flatMap((part) =>
  typeof part === 'object' && part ? Object.keys(part).filter((key) => part[key]) : part || []).join(' ');
