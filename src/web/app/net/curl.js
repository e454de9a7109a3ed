// Formats a request as a curl command that can be pasted into a shell.

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// request: {method, url, headers: {name: value}, body: text}
export function curl({ method = 'GET', url, headers = {}, body }) {
  const json = headers['Content-Type'] === 'application/json';
  const parts = ['curl', '-s'];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) parts.push('-X', method);
  parts.push(/^[\w:/.-]+$/.test(url) ? url : quote(url));
  for (const [name, value] of Object.entries(headers))
    if (!(json && name === 'Content-Type')) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) parts.push(json ? '--json' : '--data-binary', quote(body));
  return parts.join(' ');
}
