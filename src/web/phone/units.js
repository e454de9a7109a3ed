// A worker of the worker: carries out the units of farms, one message after the other. The first message has the URLs of
// the modules: {units, hex}, each {wasmUrl, simdUrl}. The others are the hub's, and each is answered by the module's
// answer, or null. A task loads the module that has its work; the messages after it are for the same module.
import { loadModule } from './kernel.js';
import { HEX, REFUSED, TASK, UNABLE, headOf, workOf, written } from './message.js';

let urls, loading;
const loaded = {}; // module's name -> promise

function refused(bytes) {
  const { protocol, game, epoch } = headOf(bytes);
  return written(REFUSED, protocol, game, epoch, UNABLE);
}

onmessage = ({ data }) => {
  if (data.units) {
    urls = data;
    return;
  }
  if (data[0] === TASK) {
    const name = workOf(data) >= HEX ? 'hex' : 'units'; // another kind's numbers begin at HEX
    loading = loaded[name] ??= loadModule(urls[name]);
  }
  loading.then((kernel) => postMessage(kernel ? kernel.take(data) : refused(data)));
};
