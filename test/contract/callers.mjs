/** Who calls the operations of the interface: each belongs to one of these. */

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

const takes = (operation, scheme) => (operation.security ?? []).some((way) => scheme in way);

/** `examples`: of an operation in a phase. */
export const CALLERS = [
  { name: 'programs', examples: 25, calls: (operation) => takes(operation, 'bearer') },
  { name: 'people', examples: 10, calls: (operation) => takes(operation, 'session') && !isOperators(operation) },
  { name: 'an operator', examples: 10, calls: (operation) => takes(operation, 'session') && isOperators(operation) },
  { name: 'anybody', examples: 15, calls: (operation) => (operation.security ?? []).length === 0 },
];

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
    const callers = CALLERS.filter(({ calls }) => calls(operation)).map(({ name }) => name);
    if (callers.length !== 1) throw new Error(`${route} is called by ${callers.join(' and ') || 'nobody'}.`);
  }
  return CALLERS.map(({ calls }) =>
    operations.filter(({ operation }) => calls(operation)).map(({ operation }) => operation.operationId),
  );
}
