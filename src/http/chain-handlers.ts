import type { NextFunction, Request, Response } from 'express';

export type Handler = (request: Request, response: Response, next: NextFunction) => void;

/** Chains several handlers into one: a layer of the router costs each request more than most of ours do. */
export function chainHandlers(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    let at = 0;
    const go: NextFunction = (error?: unknown) => {
      const handler = handlers[at];
      at += 1;
      if (error !== undefined || handler === undefined) next(error);
      else handler(request, response, go);
    };
    go();
  };
}
