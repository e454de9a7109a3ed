// Has a question solved again, even if its answer is known: as a new job, whose answer replaces the known one.
export const solveAgain = (session, problem) =>
  session.ask(typeof problem === 'string' ? { text: problem, job: { fresh: true } } : { ...problem, job: { ...problem.job, fresh: true } });
