// Farms on this phone (protocol 1, src/cluster/unit_farm/protocol.h): units are carried out by further workers, one for each
// core that the phone has announced. They are started by the first task. Each gets every task; a UNITS message goes to
// one that is idle, and waits if none is.
import * as message from './message.js';

export class Crew {
  // cores: number of workers; start(): makes one, null if this browser cannot; send(answer): to the hub; report(state):
  // what the page shows, after each answer, null at the end of the farm.
  constructor({ cores, start, send, report }) {
    Object.assign(this, { cores, start, send, report });
    this.workers = [];
    this.waiting = []; // UNITS messages
    this.farm = null; // {game, epoch, work, units, steps, shown: the page shows it, last, solved, ready, board, best: of the searches}
  }

  take(bytes, { type, game, epoch }) {
    if (type === message.PING) this.send(message.written(message.PONG, message.FARM, game, epoch, message.nonceOf(bytes)));
    else if (type === message.TASK) this.begin(bytes, game, epoch);
    else if (type === message.BYE && this.isPresent(game, epoch)) this.end();
    else if (type === message.UNITS) this.waiting.push(bytes);
    this.next();
  }

  isPresent(game, epoch) {
    return this.farm?.game === game && this.farm.epoch === epoch;
  }

  begin(task, game, epoch) {
    this.stop();
    while (this.workers.length < this.cores) {
      const worker = this.start();
      if (!worker) break;
      const one = { worker, busy: null, given: [] }; // given: messages without an answer yet
      worker.onmessage = ({ data }) => this.answered(one, data);
      this.workers.push(one);
    }
    const work = message.workOf(task), { units = 0, steps = 0, shown = false } = this.farm?.game === game ? this.farm : {}; // a farm goes on with the task of a further round
    this.farm = { game, epoch, work, units, steps, shown, last: null, solved: false, ready: false, board: work === message.LUCK ? message.boardOf(task) : null, best: null };
    if (!this.workers.length) this.send(message.written(message.REFUSED, message.FARM, game, epoch, message.UNABLE));
    for (const one of this.workers) this.give(one, task);
  }

  give(one, bytes) {
    one.given.push(bytes);
    one.worker.postMessage(bytes);
  }

  next() {
    for (const one of this.workers) {
      if (!this.waiting.length) return;
      if (!one.busy) this.give(one, one.busy = this.waiting.shift());
    }
  }

  answered(one, answer) {
    const asked = one.given.shift(), { game, epoch } = message.headOf(asked);
    if (one.busy === asked) one.busy = null;
    this.next();
    if (!answer || !this.isPresent(game, epoch)) return;
    if (asked[0] === message.TASK) { // the hub expects one answer
      if (this.farm.ready) return;
      this.farm.ready = true;
    }
    this.send(answer);
    if (answer[0] === message.DONE) this.count(answer);
    else if (answer[0] === message.READY) {
      this.farm.shown = true;
      this.report(this.farm);
    }
  }

  count(done) {
    for (const { number, steps, conflicts, letters } of message.answersOf(done, this.farm.work)) {
      this.farm.units++;
      this.farm.steps += steps;
      this.farm.last = { number, steps };
      this.farm.solved ||= conflicts === 0;
      if (letters?.length && !(conflicts >= this.farm.best?.conflicts)) this.farm.best = { conflicts, letters };
    }
    this.report(this.farm);
  }

  // Drops the units that wait and ends the workers with units under way: a module cannot be interrupted. The next task
  // starts others.
  stop() {
    this.waiting = [];
    for (const { busy, worker } of this.workers) {
      if (!busy) continue;
      worker.onmessage = null;
      worker.terminate();
    }
    this.workers = this.workers.filter(({ busy }) => !busy);
  }

  end() {
    if (this.farm?.shown) this.report(null);
    this.farm = null;
    this.stop();
  }
}
