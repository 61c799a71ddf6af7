import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LIVERY_DATABASE } from '../database/data-source-name.js';
import { EgressModule } from '../shared/egress/egress.module.js';
import { ApiKeyController } from './api-key.controller.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeySchema } from './api-key.schema.js';
import { ApiKeyService } from './api-key.service.js';
import { AuthenticationService } from './authentication.service.js';
import { CompanyController } from './company.controller.js';
import { HourlyLimitService } from './hourly-limit.service.js';
import { InternalApiKeyController } from './internal-api-key.controller.js';
import { InternalCompanyController } from './internal-company.controller.js';
import { InternalJwtSettingController } from './internal-jwt-setting.controller.js';
import { InternalPartnerController } from './internal-partner.controller.js';
import { JwtSettingRepository } from './jwt-setting.repository.js';
import { JwtSettingSchema } from './jwt-setting.schema.js';
import { JwtSettingService } from './jwt-setting.service.js';
import { KeySets } from './key-sets.js';
import { PartnerCompanyRepository } from './partner-company.repository.js';
import { PartnerCompanySchema } from './partner-company.schema.js';
import { PartnerRepository } from './partner.repository.js';
import { PartnerSchema } from './partner.schema.js';
import { PartnerService } from './partner.service.js';
import { RateLimitService } from './rate-limit.service.js';
import { TokenVerifier } from './token-verifier.js';

/** Partners and their authentication. Global, because every module's routes use the guard. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature(
      [PartnerSchema, PartnerCompanySchema, ApiKeySchema, JwtSettingSchema],
      LIVERY_DATABASE,
    ),
    EgressModule,
  ],
  controllers: [
    CompanyController,
    ApiKeyController,
    InternalPartnerController,
    InternalCompanyController,
    InternalApiKeyController,
    InternalJwtSettingController,
  ],
  providers: [
    PartnerRepository,
    PartnerCompanyRepository,
    PartnerService,
    ApiKeyRepository,
    ApiKeyService,
    JwtSettingRepository,
    JwtSettingService,
    TokenVerifier,
    KeySets,
    AuthenticationService,
    RateLimitService,
    HourlyLimitService,
  ],
  exports: [
    PartnerService,
    ApiKeyService,
    JwtSettingService,
    AuthenticationService,
    RateLimitService,
    HourlyLimitService,
  ],
})
export class PartnerModule {}
