import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = path.resolve('bench');

/**
 * Loads a package from bench/node_modules, to which the service's dependencies do not belong; null if `npm install` has
 * not run there. The caller declares the parts it uses, because the types are missing without the package.
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
