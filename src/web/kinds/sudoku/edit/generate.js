// The dialog for generating a puzzle; it makes the problem's "generate", with a seed.
import { Dialog, shut } from '../../../app/ui/dialog.js';
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { sizes } from '../board/board.js';

const symmetries = [/* t */ 'none', /* t */ 'rotational', /* t */ 'quarter', /* t */ 'horizontal', /* t */ 'vertical',
  /* t */ 'diagonal', /* t */ 'antidiagonal', /* t */ 'full'];
const levels = [/* t */ 'easy', /* t */ 'medium', /* t */ 'hard', /* t */ 'expert', /* t */ 'extreme'];

export function GenerateDialog({ size, onDone, onClose }) {
  const done = (event) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog may stand inside another form
    const given = Object.fromEntries(new FormData(event.target));
    const generate = { size: Number(given.size) };
    if (given.clues) generate.clues = Number(given.clues);
    if (!given.unique) generate.unique = false;
    if (given.symmetry !== 'none') generate.symmetry = given.symmetry;
    if (given.difficulty) generate.difficulty = given.difficulty;
    shut(event);
    onDone({ generate, job: { seed: given.seed ? Number(given.seed) : crypto.getRandomValues(new Uint32Array(1))[0] } });
  };
  const option = (name) => html`<option value=${name}>${t(name)}</option>`;
  return html`<${Dialog} title=${t('Generate a puzzle')} onClose=${onClose}>
    <form class="generate" onSubmit=${done}>
      <label class="field">${t('Size')}<select name="size">${sizes.map((n) => html`<option value=${n} selected=${n === size}>${n} × ${n}</option>`)}</select></label>
      <label class="field">${t('Clues')}<input name="clues" type="number" min="1" max="2401" placeholder=${t('default for this size')} /></label>
      <label class="field">${t('Symmetry')}<select name="symmetry">${symmetries.map(option)}</select></label>
      <label class="field">${t('Difficulty')}<select name="difficulty"><option value="">${t('any')}</option>${levels.map(option)}</select></label>
      <label class="field">${t('Seed')}<input name="seed" type="number" min="0" max="4294967295" placeholder=${t('random')} /></label>
      <label class="wide"><input type="checkbox" name="unique" checked /> ${t('exactly one solution')}</label>
      <div class="row end wide"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button>${t('Generate')}</button></div>
    </form>
  <//>`;
}
