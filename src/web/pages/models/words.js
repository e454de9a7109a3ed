// Words of models.
import { bytes, number, t } from '../../app/i18n.js';
import { bestPoint, ratesOf } from '../../kinds/hex/training/points.js';
import { netWords, rateWords, recipeName, sizesWords } from '../../kinds/hex/training/words.js';

export const ofProgram = ({ id }) => id === 'default';

export const netOf = ({ shape, weights }) => (shape?.layers ? t('{net}, {count} weights', { net: netWords(shape), count: number(weights) }) : '–');
export const sizeOf = ({ bytes: file, net_bytes: net }) => bytes(file || net);
export const trainedOn = ({ train } = {}) => (train ? `${sizesWords(train)}, ${recipeName(train.recipe)}` : '–');

// How often the best network of a training won against tree search.
export function strengthOf(training) {
  const point = bestPoint(training), [rate] = point ? ratesOf([point], 'uct') : [];
  return rate ? rateWords(rate) : '–';
}

// The size of the board that it is played on.
export const boardOf = ({ train } = {}) => train?.size ?? train?.sizes?.[0] ?? 11;
