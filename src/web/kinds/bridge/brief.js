// What a list says of a job: the brief of its result, in the page's language.
import { t } from '../../app/i18n.js';

export default ({ brief }) => (brief ? t(brief) : undefined);
