// The exact answers of positions that are looked at while playing: that of the session, or asked for beside it.
import { useEffect, useSignal } from '../../../app/dom.js';
import { useAsk } from '../../../parts/ask.js';
import { readText } from '../read.js';

const KEPT = 400;
const known = new Map(); // question as text -> result; the oldest first

function remember(text, result) {
  known.set(text, result);
  if (known.size > KEPT) known.delete(known.keys().next().value);
}

// question: a problem, null if nothing is asked. Returns { result, asking, fault }. While the session asks itself, nothing is
// asked beside it.
export function useAnswer(session, question) {
  const asked = useAsk(session.kind), text = question && JSON.stringify(question), seen = useSignal(0);
  void seen.value;
  const busy = session.state.value === 'asking' || session.state.value === 'waiting', given = session.asked.value;
  const own = session.answer.value && JSON.stringify(typeof given === 'string' ? readText(given) : given) === text ? session.answer.value : undefined;
  const result = own ?? (text ? known.get(text) : undefined), wanted = text && !result && !busy ? text : null;
  useEffect(() => {
    if (!wanted) return undefined;
    asked.ask(JSON.parse(wanted)).then((found) => { if (found) { remember(wanted, found); seen.value++; } });
    return asked.forget;
  }, [wanted]);
  return { result, asking: !!wanted && !asked.fault, fault: wanted ? asked.fault : undefined };
}
