/**
 * Rejects when the work takes longer; the work itself goes on. Leaves no timer behind.
 * @param fault makes what it rejects with then
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
  fault: (late: Error) => Error = (late) => late,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(fault(new Error(`no answer within ${milliseconds} ms`)));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
