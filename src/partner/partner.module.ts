import { Global, Module } from '@nestjs/common';
import { AuthenticationService } from './authentication.service.js';

/** Partners and how they are recognised. Global, because the guard stands before routes of every module. */
@Global()
@Module({
  providers: [AuthenticationService],
  exports: [AuthenticationService],
})
export class PartnerModule {}
