import NodeEnvironment from './node-environment.mjs';

/** Node's environment, in which modules of the build can be imported (built-source.mjs). */
export default class BuiltEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.importBuilt = (url) => import(url);
    // Otherwise a Date made by the build would not be an instance of the spec's Date.
    this.global.Date = Date;
  }
}
