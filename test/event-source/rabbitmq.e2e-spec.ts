import { describeWithRabbitMq, RabbitMq } from '../support/brokers/rabbitmq.js';
import { sourceSuite } from './source-suite.js';

describeWithRabbitMq('Events from RabbitMQ', () => {
  sourceSuite(() => RabbitMq.begin());
});
