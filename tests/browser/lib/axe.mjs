// Runs axe-core on a page and returns its violations as short texts. Beside the rules that run by default (WCAG 2.0 to 2.1, A
// and AA, and best practices) that of the size of targets runs, which is of WCAG 2.2 AA.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ofColours = ['color-contrast', 'link-in-text-block']; // the rules of axe that depend on a colour

// rules: the rules to run; without them all run. Waits until movements that end have ended, since a colour on its way to
// another may lack contrast.
export async function violations(page, { rules } = {}) {
  // Through the debugging protocol, to which the page's policy does not apply.
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(source);
  return page.evaluate(async (runOnly) => {
    const moving = () => document.getAnimations().filter((one) => one.playState === 'running' && Number.isFinite(one.effect.getComputedTiming().endTime));
    for (let all = moving(); all.length; all = moving()) await Promise.allSettled(all.map(({ finished }) => finished));
    const result = await globalThis.axe.run(document, { resultTypes: ['violations'], ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }) });
    return result.violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`).join('; ')})`);
  }, rules);
}

const narrow = 600; // CSS px: a page below is that of a phone

// Returns the violations in both colour schemes, of a page that follows the browser's. All rules run in the present
// scheme; in the other only those about colours, because the elements are the same. On a phone the other scheme is left
// to long runs: the colours are those of the desktop.
export async function violationsInBothSchemes(page) {
  const found = await violations(page);
  if (page.viewportSize().width < narrow && !process.env.NASH_LONG) return found;
  const schemes = ['light', 'dark'], present = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 1 : 0));
  for (const scheme of [schemes[1 - present], schemes[present]]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForFunction((wanted) => (document.documentElement.dataset.theme ?? wanted) === wanted, scheme);
    if (scheme !== schemes[present]) found.push(...(await violations(page, { rules: ofColours })).map((text) => `${scheme}: ${text}`));
  }
  return found;
}
