/**
 * Who calls the operations of the interface. Each operation belongs to one of these; those of a caller `again` are fuzzed a
 * second time. The order matters: what an operator does, such as closing the sign-up, changes the service for all.
 *
 * `examples`: of an operation in a phase.
 */
export const CALLERS = [
  { name: 'programs', examples: 25, calls: isForTokens },
  { name: 'programs with a test token', examples: 5, calls: isForTokens, isAgain: true },
  { name: 'people', examples: 10, calls: (operation) => isForSessions(operation) && !isOperators(operation) },
  { name: 'anybody', examples: 15, calls: (operation) => (operation.security ?? []).length === 0 },
  { name: 'an operator', examples: 10, calls: (operation) => isForSessions(operation) && isOperators(operation) },
];

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

function isForTokens(operation) {
  return takes(operation, 'bearer');
}

function isForSessions(operation) {
  return takes(operation, 'session');
}

function takes({ security = [] }, scheme) {
  return security.some((way) => scheme in way);
}

function isOperators({ tags = [] }) {
  return tags.includes('Operator');
}

/**
 * The ids of the operations of each caller, in the order of `CALLERS`.
 * @throws Error when an operation is nobody's, or of more than one: it would not be fuzzed, or not as who may call it
 */
export function operationsOfCallers(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
  for (const { route, operation } of operations) {
    const callers = CALLERS.filter(({ calls, isAgain }) => !isAgain && calls(operation)).map(({ name }) => name);
    if (callers.length !== 1) throw new Error(`${route} is called by ${callers.join(' and ') || 'nobody'}.`);
  }
  return CALLERS.map(({ calls }) =>
    operations.filter(({ operation }) => calls(operation)).map(({ operation }) => operation.operationId),
  );
}
