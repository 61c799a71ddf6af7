import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { EmailModule } from '../email/email.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { ConfirmationController } from './confirmation.controller.js';
import { ContactController } from './contact.controller.js';
import { ContactRepository } from './contact.repository.js';
import { ContactSchema } from './contact.schema.js';
import { ContactService } from './contact.service.js';
import { InternalContactController } from './internal-contact.controller.js';

/** Partners' contacts, who receive notices and test emails. */
@Module({
  imports: [TypeOrmModule.forFeature([ContactSchema], LIVERY_DATABASE), EmailModule, RenderingModule],
  controllers: [ContactController, InternalContactController, ConfirmationController],
  providers: [ContactRepository, ContactService],
  exports: [ContactService],
})
export class ContactModule {}
