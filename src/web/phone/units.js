// A worker of the worker: carries out the units of farms, one message after the other. The first message has the URLs of
// the modules; the others are the hub's, and each is answered by the module's answer, or null.
import { loadModule } from './kernel.js';
import { REFUSED, UNABLE, headOf, written } from './message.js';

let loading;

function refused(bytes) {
  const { protocol, game, epoch } = headOf(bytes);
  return written(REFUSED, protocol, game, epoch, UNABLE);
}

onmessage = ({ data }) => {
  if (data.wasmUrl !== undefined) loading = loadModule(data);
  else loading.then((kernel) => postMessage(kernel ? kernel.take(data) : refused(data)));
};
