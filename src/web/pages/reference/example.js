// The URL of an example request.

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
