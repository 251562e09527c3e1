/** Measurements of pictures. */
(() => {
  /** The linear light of each sRGB value from 0 to 255. */
  const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });

  /** Returns the perceived strength of light, by CIELAB's curve. */
  const applyLabCurve = (light) => (light > 216 / 24389 ? Math.cbrt(light) : ((24389 / 27) * light + 16) / 116);

  /** Returns the CIELAB coordinates L*, a*, and b* of a pixel, converted from sRGB by way of XYZ. */
  function toLab(data, pixel) {
    const [red, green, blue] = [0, 1, 2].map((channel) => LINEAR[data[4 * pixel + channel]]);
    const x = applyLabCurve((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
    const y = applyLabCurve(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
    const z = applyLabCurve((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  }

  /** Returns the measurements of a square: L* at nine ranks, the mean a*, and the mean b*. */
  function measureSquare(data, count) {
    const lightness = new Float64Array(count);
    let red = 0;
    let yellow = 0;
    for (let pixel = 0; pixel < count; pixel++) {
      const [l, a, b] = toLab(data, pixel);
      lightness[pixel] = l;
      red += a / count;
      yellow += b / count;
    }
    lightness.sort();
    return [...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => lightness[Math.floor((count * tenth) / 10)]), red, yellow];
  }

  /** Returns the pixels of a PNG in base64, four numbers for each. */
  async function readPixels(png) {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    return context.getImageData(0, 0, picture.width, picture.height).data;
  }

  /** Returns the measurements of squares in a PNG in base64, by their top-left corners. */
  async function measure(png, corners, size) {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    return corners.map(([left, top]) => measureSquare(context.getImageData(left, top, size, size).data, size * size));
  }

  /**
   * Returns the mean difference in lightness between the pixels of two squares, for each pair of squares in a PNG in
   * base64, by the numbers of their top-left corners.
   */
  async function compareLightness(png, corners, size) {
    const picture = new Image();
    picture.src = `data:image/png;base64,${png}`;
    await picture.decode();
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
    context.drawImage(picture, 0, 0);
    const squares = corners.map(([left, top]) => {
      const { data } = context.getImageData(left, top, size, size);
      return Array.from({ length: size * size }, (_, pixel) => toLab(data, pixel)[0]);
    });
    const compare = (one, other) => one.reduce((sum, light, pixel) => sum + Math.abs(light - other[pixel]), 0);
    return squares.map((one) => squares.map((other) => compare(one, other) / (size * size)));
  }

  /** Returns the number of different pixels in two PNGs in base64 of the same size. */
  async function countDifferences(one, other) {
    const [first, second] = await Promise.all([one, other].map(readPixels));
    let count = 0;
    for (let index = 0; index < first.length; index += 4) {
      if (
        first[index] !== second[index] ||
        first[index + 1] !== second[index + 1] ||
        first[index + 2] !== second[index + 2]
      )
        count++;
    }
    return count;
  }

  return { compareLightness, countDifferences, measure };
})();
