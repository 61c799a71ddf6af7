import { ListenerSource, PartnerListeners } from '../domain/listener-source.js';
import { ListenerCache } from './listener-cache.js';

/** Answers when it is told to, with no subscriptions but as many versions as are asked for. */
class SlowSource extends ListenerSource {
  version = 1;
  reads = 0;
  private answers: (() => void)[] = [];

  async partnersOf(companyIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
    return new Map(companyIds.map((companyId) => [companyId, [1]]));
  }

  listeningTo(partnerIds: readonly number[]): Promise<readonly PartnerListeners[]> {
    this.reads += 1;
    const fanOutVersion = this.version;
    return new Promise((resolve) =>
      this.answers.push(() =>
        resolve(partnerIds.map((partnerId) => ({ partnerId, fanOutVersion, subscriptions: [] }))),
      ),
    );
  }

  endpointOf(): never {
    throw new Error('There are no subscriptions.');
  }

  async answer(): Promise<void> {
    for (const answer of this.answers.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const planned = (subscriptionId: number, fanOutVersion = 1) => ({
  partnerId: 1,
  subscriptionId,
  fanOutVersion,
});

describe('What is known of listeners', () => {
  let source: SlowSource;
  let cache: ListenerCache;

  beforeEach(() => {
    source = new SlowSource();
    cache = new ListenerCache(source, () => 0);
  });

  it('is read once, however many ask at the same time', async () => {
    const asking = Promise.all([
      cache.endpointOf(planned(7)),
      cache.endpointOf(planned(8)),
      cache.know([70]),
    ]);
    await source.answer();
    await asking;
    expect(source.reads).toBe(1);
  });

  it('is not kept when it was forgotten while it was read', async () => {
    const asking = cache.know([70]);
    await new Promise((resolve) => setImmediate(resolve));
    cache.forgetPartner(1);
    source.version = 2;
    await source.answer();
    await asking;
    expect(cache.of(70)).toEqual([]);
    const again = cache.know([70]);
    await source.answer();
    await again;
    expect(cache.listening([70])).toEqual([{ companyId: 70, partnerId: 1, fanOutVersion: 2 }]);
  });

  it('is read again for a delivery that was planned later', async () => {
    const first = cache.endpointOf(planned(7));
    await source.answer();
    await first;
    source.version = 2;
    const later = cache.endpointOf(planned(7, 2));
    await new Promise((resolve) => setImmediate(resolve));
    await source.answer();
    expect(await later).toEqual({ kind: 'gone' });
    expect(source.reads).toBe(2);
  });

  it('is read again when changes may have been missed', async () => {
    for (const reads of [1, 2]) {
      const asking = cache.know([70]);
      await new Promise((resolve) => setImmediate(resolve));
      await source.answer();
      await asking;
      expect(source.reads).toBe(reads);
      cache.forgetAllPartners();
    }
  });

  it('is read again when a reading has failed', async () => {
    let reads = 0;
    const fails = async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return [];
    };
    const failing = new ListenerCache(Object.assign(new SlowSource(), { listeningTo: fails }), () => 0);
    await expect(failing.endpointOf(planned(7))).rejects.toThrow('away');
    expect(await failing.endpointOf(planned(7))).toEqual({ kind: 'gone' });
  });
});
