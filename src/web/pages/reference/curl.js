// A request as a curl command that can be pasted into a shell.

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// {method, url, headers: {name: value}, body: text}
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

// Puts example values into the path and the required query parameters of an operation.
export function exampleUrl(base, path, parameters) {
  const value = (parameter) => String(parameter.example ?? parameter.schema?.example ?? parameter.schema?.default ??
    parameter.schema?.enum?.[0] ?? parameter.name.toUpperCase());
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? value(parameter) : whole;
  });
  const query = parameters.filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(value(one))}`).join('&');
  return base + filled + (query ? `?${query}` : '');
}
