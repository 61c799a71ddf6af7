import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { EMAILS_WAITING } from './attempts-waiting.js';

/** Wakes the worker of this process after emails were committed. Workers of other processes look every second. */
@Injectable()
export class EmailsWaiting {
  constructor(private readonly events: EventEmitter2) {}

  tell(): void {
    this.events.emit(EMAILS_WAITING);
  }
}
