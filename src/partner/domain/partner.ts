import type { Feature } from './feature.js';

type PartnerState = Pick<
  Partner,
  'id' | 'name' | 'features' | 'subscriptionsVersion' | 'version' | 'createdAt' | 'updatedAt' | 'deletedAt'
>;

/** The owner of email templates and webhook subscriptions. Immutable: a change returns a new Partner. */
export class Partner {
  readonly id: number;
  readonly name: string;
  readonly features: readonly Feature[];
  /** Raised by every change that alters which deliveries events cause. The intake of events compares it. */
  readonly subscriptionsVersion: number;
  /** Raised by every visible change; part of the ETag. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;

  private constructor(state: PartnerState) {
    Object.assign(this, state);
  }

  static create(id: number, name: string, features: readonly Feature[], now: Date): Partner {
    return new Partner({
      id,
      name,
      features: inOrder(features),
      subscriptionsVersion: 1,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
  }

  get isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  /** Identifies this state of the partner to a caller (ETag). */
  get tag(): string {
    return `${this.id}.${this.version}`;
  }

  /** Changes the given members. Returns this partner itself if nothing changes. */
  update(changes: { name?: string; features?: readonly Feature[] }, now: Date): Partner {
    const name = changes.name ?? this.name;
    const features = inOrder(changes.features ?? this.features);
    const hasSameFeatures = features.join() === this.features.join();
    if (name === this.name && hasSameFeatures) return this;
    const changed = this.change({ name, features, version: this.version + 1, updatedAt: now });
    // Features decide which subscriptions an event triggers.
    return hasSameFeatures ? changed : changed.raiseSubscriptionsVersion();
  }

  delete(now: Date): Partner {
    return this.change({
      deletedAt: now,
      version: this.version + 1,
      updatedAt: now,
    }).raiseSubscriptionsVersion();
  }

  /** Undoes the deletion. Returns this partner itself if it is not deleted. */
  restore(now: Date): Partner {
    if (!this.isDeleted) return this;
    return this.change({
      deletedAt: null,
      version: this.version + 1,
      updatedAt: now,
    }).raiseSubscriptionsVersion();
  }

  /** The partner with the next subscriptions version, for a change of its companies or subscriptions. */
  raiseSubscriptionsVersion(): Partner {
    return this.change({ subscriptionsVersion: this.subscriptionsVersion + 1 });
  }

  private change(changes: Partial<PartnerState>): Partner {
    return new Partner(Object.assign({}, this, changes));
  }
}

function inOrder(features: readonly Feature[]): Feature[] {
  return [...new Set(features)].sort();
}
