// The baseline of doors-open.ts: calls and pictures in one process, as on the site.
import { answerCalls, type BareSetUp, type RawSetUp, sendPictures } from './bare-listeners.ts';
import { serveBare } from './bare-process.ts';

serveBare((setUp: RawSetUp & BareSetUp) => {
  const [calls, pictures] = [answerCalls(setUp), sendPictures(setUp)];
  return (request, response) => {
    const answer = request.url?.startsWith('/api/images/') ? pictures : calls;
    return answer(request, response);
  };
});
