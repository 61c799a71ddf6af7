import NodeEnvironment from './node-environment.mjs';

/** Node's environment, in which the modules of the build can be imported (built-source.mjs). */
export default class BuiltEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.importBuilt = (url) => import(url);
    // Otherwise a date that the build has made would not be a Date for the spec.
    this.global.Date = Date;
  }
}
