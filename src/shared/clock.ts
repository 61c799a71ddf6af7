import { Injectable } from '@nestjs/common';

/** The current time. Tests replace it. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
