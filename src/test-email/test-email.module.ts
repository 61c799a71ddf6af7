import { Module } from '@nestjs/common';
import { ContactModule } from '../contact/contact.module.js';
import { EmailTemplateModule } from '../email-template/email-template.module.js';
import { EmailModule } from '../email/email.module.js';
import { TestEmailController } from './test-email.controller.js';
import { TestEmailService } from './test-email.service.js';

/** Emails that a partner sends to its own contacts to try out a template. */
@Module({
  imports: [EmailTemplateModule, EmailModule, ContactModule],
  controllers: [TestEmailController],
  providers: [TestEmailService],
})
export class TestEmailModule {}
