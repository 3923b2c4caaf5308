/** DI token of the `Engine`. */
export const ENGINE = Symbol('Engine');
