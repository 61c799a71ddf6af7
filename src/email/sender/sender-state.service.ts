import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../shared/clock.js';
import { Settings } from '../../shared/settings.js';
import { domainOf, type Sender } from '../domain/sender.js';
import { DnsTexts } from '../../shared/egress/dns-texts.js';
import { type RecordFinding, senderRecords } from '../domain/sender-records.js';
import { SenderRepository } from './sender.repository.js';

/** How long the result of a look-up is reused. */
const KEPT_MS = 30_000;
const MAX_KEPT = 1_000;

/** The findings about a sender's DNS records, and when they were looked up. */
export interface FoundRecords {
  readonly records: readonly RecordFinding[];
  readonly checkedAt: Date;
}

/** The sender of a partner's emails. */
export interface SenderState {
  readonly from: string;
  /** Null for MAIL_FROM, whose records are the operator's concern. */
  readonly own: { readonly sender: Sender; readonly found: FoundRecords } | null;
}

/** Shows a partner its sender and the state of the sender's DNS records. */
@Injectable()
export class SenderStateService {
  private readonly found = new LRUCache<string, Promise<FoundRecords>>({ max: MAX_KEPT, ttl: KEPT_MS });

  constructor(
    private readonly senders: SenderRepository,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  /** Looks up the records, at most every 30 seconds. */
  async of(partnerId: number): Promise<SenderState> {
    const sender = await this.senders.find(partnerId);
    if (sender === null) return { from: this.settings.mailFrom, own: null };
    const key = `${partnerId} ${sender.tag}`;
    let found = this.found.get(key);
    if (found === undefined) {
      found = this.lookUp(sender);
      this.found.set(key, found);
    }
    return { from: sender.from, own: { sender, found: await found } };
  }

  private async lookUp(sender: Sender): Promise<FoundRecords> {
    const { dnsServers, mailFrom, bounceAddress } = this.settings;
    const texts = new DnsTexts(dnsServers);
    const bounce = bounceAddress === null ? null : domainOf(bounceAddress);
    try {
      const records = await senderRecords(sender, texts, { ours: domainOf(mailFrom), bounce });
      return { records, checkedAt: this.clock.now() };
    } finally {
      texts.close();
    }
  }
}
