import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { EMAILS_WAITING } from './wake-events.js';

/** Wakes the worker of this process after a commit of emails. Workers of other processes poll every second. */
@Injectable()
export class EmailWake {
  constructor(private readonly events: EventEmitter2) {}

  wake(): void {
    this.events.emit(EMAILS_WAITING);
  }
}
