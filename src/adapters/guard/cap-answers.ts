import type { Socket } from 'node:net';
import { ANSWER_TOO_LONG } from '../../core/http/network-failure.ts';

/** Bytes of one answer on the wire: three times the largest body, for heads and the sizes of small chunks. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

/**
 * Hangs up on an answer that goes on without a body growing: interim answers, sizes and extensions of chunks without an end,
 * which no limit on heads or bodies counts. Until the deadline they would keep a whole core busy.
 */
export function capAnswers(socket: Socket, longest = LONGEST_ANSWER): void {
  let asked = 0;
  let before = 0;
  socket.on('readable', () => {
    if (socket.bytesWritten !== asked) {
      // Another request went out, so that what comes now is another answer.
      asked = socket.bytesWritten;
      before = socket.bytesRead - socket.readableLength;
    }
    if (socket.bytesRead - before <= longest) return;
    socket.destroy(Object.assign(new Error('an answer without an end'), { code: ANSWER_TOO_LONG }));
  });
}
