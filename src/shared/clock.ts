import { Injectable } from '@nestjs/common';

/** What the time is; tests put their own in its place. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
