import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = path.resolve('bench');

/**
 * Loads a package from bench/node_modules, where the service's dependencies do not reach; null when `npm install` has
 * not been run there. The caller says what it uses of it: the types are not there without the package either.
 */
export async function peerPackage<Shape>(name: string): Promise<Shape | null> {
  let file: string;
  try {
    file = createRequire(path.join(FOLDER, 'package.json')).resolve(name);
  } catch {
    return null;
  }
  return (await import(pathToFileURL(file).href)) as Shape;
}
