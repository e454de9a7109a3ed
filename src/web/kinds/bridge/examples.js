// What the page is for, and example problems; the first is shown answered.
import { t } from '../../app/i18n.js';

export const about = () => t('The tricks of every contract with all hands open, par, and what each card costs. Hidden hands are dealt and averaged.');

const deal = 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3';

export const examples = [
  { name: /* t */ 'A whole deal', problem: { deal, contract: '2S', declarer: 'W', dealer: 'N', vulnerable: 'none', want: ['table', 'par', 'card', 'line', 'score'] } },
  { name: /* t */ 'What to lead', problem: { deal, want: ['card', 'line'], strain: 'NT', leader: 'W' } },
  { name: /* t */ 'An ending', problem: { deal: 'N:A2..K3. K3..A2. Q4..54. 65..QJ.', want: ['card', 'line'], strain: 'NT', leader: 'S' } },
  { name: /* t */ 'A played hand', problem: { deal, contract: '2S', declarer: 'W', play: 'H2 H7 HT HQ S2 SJ S3 S5 CT CQ CA C3'.split(' '), want: ['play', 'card'] } },
  { name: /* t */ 'Lead against hidden hands', problem: { deal: { W: 'QJ65.K94.Q72.853' }, known: ['W'], samples: 50, contract: '3NT', declarer: 'S', constraints: { S: { hcp: [15, 17] } } } }
];
