import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { StreamService } from './stream.service.js';

/** Ends the streams when the service stops. Belongs to the root module, whose hooks come first: other modules take time. */
@Injectable()
export class StreamLifecycle implements OnModuleDestroy {
  constructor(private readonly streams: StreamService) {}

  onModuleDestroy(): void {
    this.streams.stop();
  }
}
