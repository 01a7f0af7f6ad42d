/** A child process for the test of the fuzzer's watchdog: input 2 hangs, input 4 ends the process. */

process.once('message', ({ from, to }) => {
  for (let input = from; input < to; input += 1) {
    process.send?.({ type: 'begins', input, name: 'a' });
    if (input === 2) for (;;);
    if (input === 4) process.exit(7);
    process.send?.({ type: 'read', input });
  }
  process.send?.({ type: 'done' });
  process.disconnect();
});
process.send?.({ type: 'ready' });
