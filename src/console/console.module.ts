import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { BrandController } from './brand.controller.js';
import { ConsolePage } from './console-page.js';
import { ConsoleController } from './console.controller.js';
import { InternalPortalLinkController } from './internal-portal-link.controller.js';
import { PortalLinkRepository } from './portal-link.repository.js';
import { PortalLinkSchema } from './portal-link.schema.js';
import { PortalLinkService } from './portal-link.service.js';
import { SessionController } from './session.controller.js';
import { SignOutController } from './sign-out.controller.js';
import { StartPageController } from './start-page.controller.js';

/** The partner console: its pages, and the links into it. */
@Module({
  imports: [TypeOrmModule.forFeature([PortalLinkSchema], LIVERY_DATABASE)],
  controllers: [
    InternalPortalLinkController,
    SessionController,
    SignOutController,
    BrandController,
    ConsoleController,
    StartPageController,
  ],
  providers: [ConsolePage, PortalLinkRepository, PortalLinkService],
})
export class ConsoleModule {}
