/** Pictures to encode (PNG as base64), and the second from which each is shown. A musical note sounds when a picture appears. */
type EncoderInput = {
  width: number;
  height: number;
  seconds: number;
  stills: readonly { png: string; from: number; scene: string }[];
};

/** Encoded packets as base64, the form in which they leave the page. */
export type EncodedPackets = { ms: number; isKey: boolean; data: string }[];
type Encoded = {
  video: EncodedPackets;
  audio: EncodedPackets;
  opusHead: string;
  /** The first still, as WebP. */
  poster: string;
};

/**
 * Encodes stills to VP9 and their notes to Opus. Runs in a page of the browser, which gets only the source of this function, so
 * the function must not use anything outside itself. A still is shown until the next one appears.
 */
export const encodeInPage = async ({ width, height, seconds, stills }: EncoderInput): Promise<Encoded> => {
  const frameMs = 40;
  const framesPerFade = 3;
  // While nothing changes, the encoder saves bits for the next picture. An empty picture at the start also lets it save for the first
  // one. The empty picture is dropped later.
  const leadMs = 500;
  const sampleRate = 48_000;

  const toBase64 = (bytes: Uint8Array): Promise<string> =>
    new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
      reader.onerror = () => reject(reader.error);
      reader.readAsDataURL(new Blob([bytes.slice().buffer]));
    });
  /** Returns a handler that adds each chunk of an encoder to the packets. The timestamps of chunks are in microseconds. */
  const collectIn =
    (packets: { ms: number; isKey: boolean; bytes: Uint8Array }[]) =>
    (chunk: EncodedVideoChunk | EncodedAudioChunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      packets.push({ ms: chunk.timestamp / 1_000, isKey: chunk.type === 'key', bytes });
    };
  const failures: Error[] = [];
  const fail = (error: Error) => void failures.push(error);

  const pictures = await Promise.all(
    stills.map(async ({ png }) =>
      createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob()),
    ),
  );
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  const [first] = pictures;
  if (!context || !first) throw new Error('There are no pictures, or the canvas has no 2D context.');

  const video: { ms: number; isKey: boolean; bytes: Uint8Array }[] = [];
  const pictureEncoder = new VideoEncoder({ output: collectIn(video), error: fail });
  pictureEncoder.configure({
    codec: 'vp09.00.31.08',
    width,
    height,
    framerate: 25,
    latencyMode: 'quality',
    bitrateMode: 'variable',
    bitrate: 560_000,
  });
  const encode = async (ms: number, keyFrame: boolean) => {
    const frame = new VideoFrame(canvas, { timestamp: (ms + leadMs) * 1_000, duration: frameMs * 1_000 });
    pictureEncoder.encode(frame, { keyFrame });
    frame.close();
    // Frames that wait in the queue occupy memory.
    while (pictureEncoder.encodeQueueSize > 4) await new Promise((resolve) => setTimeout(resolve, 1));
  };

  await encode(-leadMs, true);
  for (const [index, still] of stills.entries()) {
    const picture = pictures[index] ?? first;
    const before = pictures[index - 1];
    const isNewScene = index > 0 && still.scene !== stills[index - 1]?.scene;
    let ms = Math.round(still.from * 1_000);
    // A new scene is a cut; changes within a scene fade in.
    for (let step = 1; before && !isNewScene && step < framesPerFade; step += 1, ms += frameMs) {
      context.globalAlpha = 1;
      context.drawImage(before, 0, 0);
      context.globalAlpha = step / framesPerFade;
      context.drawImage(picture, 0, 0);
      await encode(ms, false);
    }
    context.globalAlpha = 1;
    context.drawImage(picture, 0, 0);
    // A player can start at each scene, because it begins with a key frame. A second frame, a little later, improves the quality of
    // the picture, which stays until the next one.
    await encode(ms, index === 0 || isNewScene);
    await encode(ms + 3 * frameMs, false);
  }
  await pictureEncoder.flush();

  const samples = new Float32Array(Math.round(seconds * sampleRate));
  // C, E, G, A and C sound good together in any order.
  const notes = [261.63, 329.63, 392, 440, 523.25];
  for (const [index, still] of stills.entries()) {
    const pitch = notes[index % notes.length] ?? 440;
    const begin = Math.round(still.from * sampleRate);
    // Two seconds of a soft tone with an overtone: it swells for 30 ms, decays, and fades out at the end.
    for (let at = 0; at < 2 * sampleRate && begin + at < samples.length; at += 1) {
      const t = at / sampleRate;
      const swell = Math.min(1, t / 0.03) * Math.exp(-2.6 * t) * Math.min(1, (2 - t) / 0.4);
      const tone =
        Math.sin(2 * Math.PI * pitch * t) + 0.22 * Math.sin(4 * Math.PI * pitch * t) * Math.exp(-3 * t);
      samples[begin + at] = (samples[begin + at] ?? 0) + 0.11 * swell * tone;
    }
  }
  const audio: { ms: number; isKey: boolean; bytes: Uint8Array }[] = [];
  let opusHead = new Uint8Array();
  const soundEncoder = new AudioEncoder({
    output: (chunk, metadata) => {
      const description = metadata?.decoderConfig?.description;
      if (description)
        opusHead = new Uint8Array(
          description instanceof ArrayBuffer
            ? description.slice(0)
            : new Uint8Array((description as ArrayBufferView).buffer).slice(),
        );
      collectIn(audio)(chunk);
    },
    error: fail,
  });
  soundEncoder.configure({
    codec: 'opus',
    sampleRate,
    numberOfChannels: 1,
    bitrate: 6_000,
    // 60 ms, in microseconds.
    opus: { frameDuration: 60_000, signal: 'music' },
  } as AudioEncoderConfig);
  for (let at = 0; at < samples.length; at += sampleRate) {
    const part = samples.subarray(at, at + sampleRate);
    const data = new AudioData({
      format: 'f32-planar',
      sampleRate,
      numberOfFrames: part.length,
      numberOfChannels: 1,
      timestamp: (at / sampleRate) * 1e6,
      data: part,
    });
    soundEncoder.encode(data);
    data.close();
  }
  await soundEncoder.flush();
  if (failures[0]) throw failures[0];

  const small = new OffscreenCanvas(960, 540);
  small.getContext('2d')?.drawImage(first, 0, 0, 960, 540);
  const poster = await small.convertToBlob({ type: 'image/webp', quality: 0.7 });
  const packets = (from: typeof video) =>
    Promise.all(from.map(async ({ ms, isKey, bytes }) => ({ ms, isKey, data: await toBase64(bytes) })));
  return {
    video: await packets(
      video.filter(({ ms }) => ms >= leadMs).map((packet) => ({ ...packet, ms: packet.ms - leadMs })),
    ),
    audio: await packets(audio),
    opusHead: await toBase64(opusHead),
    poster: await toBase64(new Uint8Array(await poster.arrayBuffer())),
  };
};
