// Server-sent events by fetch(), because EventSource cannot send a key. Reconnects with the last event id after a
// growing delay; the signal `alive` is true while the connection is up.
import { signal } from '../dom.js';
import { key, request } from './api.js';

const RETRY_MIN = 500, RETRY_MAX = 15000; // ms
const SILENCE_MAX = 40000; // ms; the server pings every 15 s

// Splits the text of a stream into events {id, event, data}.
function reader(onEvent) {
  let rest = '';
  let event = {};
  return (text) => {
    rest += text;
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (event.data !== undefined) onEvent(event);
        event = {};
        continue;
      }
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
      else if (name === 'id' || name === 'event') event[name] = value;
    }
  };
}

// Opens a stream and returns {alive, close()}. onEvent receives {id, event, data} and may return false to end the
// stream. onFail(problem) receives a refusal (4xx), after which the stream does not reconnect.
export function stream(path, onEvent, onFail = () => {}) {
  const alive = signal(false);
  let lastId, abort, timer, pause = RETRY_MIN, closed = false;

  async function listen() {
    abort = new AbortController();
    let silence;
    const restartSilence = () => {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), SILENCE_MAX);
    };
    try {
      restartSilence();
      const headers = { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) };
      const reply = await request(path, { headers, signal: abort.signal });
      const source = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      const readEvents = reader((event) => {
        lastId = event.id ?? lastId;
        if (onEvent(event) === false) close();
      });
      alive.value = true;
      pause = RETRY_MIN;
      for (let piece = await source.read(); !piece.done && !closed; piece = await source.read()) {
        restartSilence();
        readEvents(piece.value);
      }
    } catch (error) {
      if (error.status >= 400 && error.status < 500) {
        closed = true;
        onFail(error);
      }
    }
    clearTimeout(silence);
    alive.value = false;
    if (closed) return;
    timer = setTimeout(listen, pause);
    pause = Math.min(pause * 2, RETRY_MAX);
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    abort?.abort();
  }

  const unwatch = key.subscribe(() => { if (abort && !closed) abort.abort(); }); // the key changed: reconnect
  listen();
  return { alive, close: () => { unwatch(); close(); } };
}
