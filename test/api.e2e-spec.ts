import './http/availability.js';
import './http/bodies.js';
import './http/errors.js';
import './http/headers.js';
import './http/hostile.js';
import './http/idempotency.js';
import './http/lists.js';
import './http/log-lines.js';
import './http/methods.js';
import './http/openapi.js';
import './http/preconditions.js';
import './http/request-ids.js';
import './partner/api-keys.js';
import './partner/command-line.js';
import './partner/companies.js';
import './partner/jwt-settings.js';
import './partner/key-sets.js';
import './partner/partners.js';
import './partner/service-routes.js';
import './partner/tokens.js';
import './webhook-subscription/listening.js';
import './webhook-subscription/preview.js';
import './webhook-subscription/routes.js';
import './webhook-subscription/rules.js';
import './webhook-subscription/secrets.js';

// Looks back at what all of the above have seen, so it comes last.
import './http/seen-answers.js';
