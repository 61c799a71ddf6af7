import { describeWithKafka, Kafka } from '../support/brokers/kafka.js';
import { sourceSuite } from './source-suite.js';

describeWithKafka('Events from Kafka', () => {
  sourceSuite(() => Kafka.begin());
});
