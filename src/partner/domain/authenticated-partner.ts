import { Forbidden } from '../../shared/domain/errors.js';
import type { Actor } from './actor.js';
import type { Feature } from './feature.js';
import type { Scope } from './scope.js';

/** The partner that sent a request, and the rights of the credential it used. */
export class AuthenticatedPartner {
  readonly features: ReadonlySet<Feature>;
  readonly scopes: ReadonlySet<Scope>;

  constructor(
    readonly id: number,
    readonly name: string,
    features: Iterable<Feature>,
    scopes: Iterable<Scope>,
    /** The holder of the credential. */
    readonly actor: Actor,
  ) {
    this.features = new Set(features);
    this.scopes = new Set(scopes);
  }

  /** The API key of the console session that the request comes from; null for every other credential. */
  get sessionKeyId(): number | null {
    return this.actor.kind === 'console' ? this.actor.id : null;
  }

  /** @throws Forbidden `session_required` unless the request comes from a console session */
  requireSession(): void {
    if (this.sessionKeyId !== null) return;
    throw new Forbidden(
      'session_required',
      'API keys are made and revoked in a console session: sign in to the console with a link.',
    );
  }

  may(scope: Scope): boolean {
    return this.scopes.has(scope);
  }

  has(feature: Feature): boolean {
    return this.features.has(feature);
  }
}
