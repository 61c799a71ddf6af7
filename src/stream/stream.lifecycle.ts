import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StreamService } from './stream.service.js';

/** Ends the streams when the service stops. The root module provides it, because its hooks run before slower ones. */
@Injectable()
export class StreamLifecycle implements OnModuleDestroy {
  constructor(private readonly streams: StreamService) {}

  onModuleDestroy(): void {
    this.streams.stop();
  }
}
