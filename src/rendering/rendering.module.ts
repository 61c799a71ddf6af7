import { Module } from '@nestjs/common';
import { RenderingService } from './rendering.service.js';
import { RenderPool } from './workers/render-pool.js';

@Module({ providers: [RenderingService, RenderPool], exports: [RenderingService] })
export class RenderingModule {}
