// Words for engines and for the order of tips.
import { t } from '../../app/i18n.js';

export const engines = ['auto', 'ao_star', 'dp', 'knuth'];
export const engineName = (name) => ({ auto: t('automatic'), ao_star: 'AO*', ao_star_quick: t('AO*, depth first'), dp: t('bottom-up'), knuth: 'Knuth' })[name] ?? name;
export const tipOrders = () => [['shallowest', t('the shallowest')], ['leftmost', t('the leftmost')], ['rightmost', t('the rightmost')]];
