import type { Request } from 'express';

interface Layer {
  route?: { methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that the path of a request has routes for (RFC 9110 15.5.6); none where nobody knows the path. */
export function allowedMethods({ app, path }: Request): string[] {
  const layers = (app.router as unknown as { stack: Layer[] }).stack;
  const methods = new Set<string>();
  for (const layer of layers) {
    if (layer.route === undefined || !matches(layer, path)) continue;
    for (const method of Object.keys(layer.route.methods)) methods.add(method.toUpperCase());
  }
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}

/** A path that can't be decoded matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
