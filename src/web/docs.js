// The theme of the documentation: the one chosen in the dashboard (app/theme.js), else the system's.
const chosen = (() => {
  try {
    return JSON.parse(localStorage.getItem('nashd.theme'));
  } catch {
    return null; // storage is forbidden, or its content is invalid
  }
})();
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.theme = dark ? 'dark' : 'light';
