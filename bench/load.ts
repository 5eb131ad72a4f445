/** A separate process that sends requests: reads options of autocannon as JSON, prints its result as JSON. */
import autocannon from 'autocannon';

const { requests, latency, errors, timeouts, duration, ...counts } = await autocannon(JSON.parse(process.argv[2] ?? '{}'));
process.stdout.write(JSON.stringify({ requests, latency, errors, timeouts, duration, ...counts }));
