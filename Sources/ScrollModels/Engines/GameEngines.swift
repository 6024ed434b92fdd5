import Elementary

extension Catalogue {
  private static let unity = CatalogueSource.file(
    "Unity-Technologies/uGUI", "com.unity.ugui/Runtime/UGUI/UI/Core/ScrollRect.cs", at: "789476d")
  private static let cocos = CatalogueSource.file(
    "cocos2d/cocos2d-x", "cocos/ui/UIScrollView.cpp", at: "03cd6c71")
  private static let libGDX = CatalogueSource.file(
    "libgdx/libgdx", "gdx/src/com/badlogic/gdx/scenes/scene2d/ui/ScrollPane.java", at: "007d4014")
  private static let fairyGUI = CatalogueSource.file(
    "fairygui/FairyGUI-unity", "Assets/Scripts/UI/ScrollPane.cs", "UIConfig.cs", at: "cbf3641")
  private static let feathers = CatalogueSource.file(
    "feathersui/feathersui-starling", "source/feathers/controls/Scroller.as", at: "44fc2bff")
  private static let lvgl = CatalogueSource.file(
    "lvgl/lvgl", "src/indev/lv_indev_scroll.c", "src/core/lv_obj_scroll.c", "lv_conf_template.h",
    at: "7cc13aaf")

  /// Game engines and toolkits of devices.
  static let games = [
    CatalogueEntry(
      "Unity", .fling, .ratePerSecond(0.135, FrameDecayFling(.exponential)), stop: .speed(1), source: unity),
    CatalogueEntry("Unity", .overscroll, .rubberBand(0.55), source: unity),
    CatalogueEntry(
      "Unity", .bounce, CatalogueModel(SmoothDampReturn(), 0.1), source: unity,
      note: "Also ends below 1 pt/s. The formula of SmoothDamp is unverified."),
    CatalogueEntry(
      "Godot", .fling, CatalogueModel(ConstantDecelerationFling(), 1000),
      source: .file("godotengine/godot", "scene/gui/scroll_container.cpp", at: "02a67760"),
      note:
        "On each axis. By frames, the offset first: that of a curve that starts with half a frame's gain."),
    CatalogueEntry(
      "cocos2d-x", .fling,
      CatalogueModel(
        EasedThrow(time: .fourthRoot, distance: .seconds(0.7), easing: .powerOut(5)), [5],
        [CatalogueConstant("MOVEMENT_FACTOR", 0.7, "s"), CatalogueConstant("unitVelocity", 5, "pt/s")]),
      source: cocos,
      note:
        "Beyond an edge it brakes by 0.05. Cocos Creator has the same numbers and multiplies both by the content's size."
    ),
    CatalogueEntry(
      "cocos2d-x", .overscroll, CatalogueModel(LinearOverscroll(), 0.5), source: cocos,
      note: "Of each move from beyond the edge."),
    CatalogueEntry(
      "cocos2d-x", .bounce, CatalogueModel(EasedSnap(duration: .constant, easing: .powerOut(5)), 1),
      source: cocos,
      note: "BOUNCE_BACK_DURATION; the same in Cocos Creator."),
    CatalogueEntry(
      "libGDX", .fling, CatalogueModel(TimedPowerFling(), 2, 1), startSpeeds: 150...Double.infinity,
      source: libGDX, note: "By frames: that of a curve that starts with half a frame's gain."),
    CatalogueEntry(
      "libGDX", .overscroll,
      CatalogueModel(
        LinearOverscroll(limit: 50), [1],
        [CatalogueConstant("slope", 1), CatalogueConstant("overscrollDistance", 50, "px")]), source: libGDX),
    CatalogueEntry(
      "libGDX", .bounce,
      CatalogueModel(
        DistanceSpeedReturn(), [30, (200.0 - 30) / 50, 1],
        [
          CatalogueConstant("overscrollSpeedMin", 30, "px/s"),
          CatalogueConstant("overscrollSpeedMax", 200, "px/s"),
          CatalogueConstant("overscrollDistance", 50, "px"),
        ]), source: libGDX),
    CatalogueEntry(
      "FairyGUI", .fling,
      CatalogueModel(
        LogarithmicThrow(), [DecelerationRate.decayConstant(ratePerSecond: power(0.967, 60)), 60, 500],
        [
          CatalogueConstant("decelerationRate", 0.967), CatalogueConstant("stopVelocity", 60, "px/s"),
          CatalogueConstant("threshold", 500, "px/s"),
        ]), source: fairyGUI,
      note: "Of mice and pages; on touch screens the threshold is 1000, at 1136 px of screen. Whole px."),
    CatalogueEntry(
      "FairyGUI", .overscroll, CatalogueModel(LinearOverscroll(), 0.5), source: fairyGUI,
      note: "At most half of the viewport."),
    CatalogueEntry(
      "Feathers", .fling,
      CatalogueModel(
        EasedThrow(
          time: .constant, distance: .seconds(1 / DecelerationRate.decayConstant(rate: 0.998), above: 20),
          easing: .powerOut(4)), [0.1 * 60 / DecelerationRate.decayConstant(rate: 0.998)],
        [
          CatalogueConstant("decelerationRate", 0.998, "1/ms"),
          CatalogueConstant("MINIMUM_VELOCITY", 0.02, "px/ms"),
        ]), source: feathers,
      note: "The distance of an exponential, along a polynomial. Beyond an edge the way is × 0.05."),
    CatalogueEntry("Feathers", .overscroll, CatalogueModel(LinearOverscroll(), 0.33), source: feathers),
    CatalogueEntry(
      "Feathers", .bounce, CatalogueModel(EasedSnap(duration: .constant, easing: .powerOut(4)), 0.5),
      source: feathers),
    CatalogueEntry(
      "LVGL", .fling, .perStep(0.9, every: 0.033), rounding: .offsets(pixels: 1), source: lvgl,
      note: "LV_INDEV_DEF_SCROLL_THROW 10 %, each read of LV_DEF_REFR_PERIOD 33 ms; whole px a step."),
    CatalogueEntry(
      "LVGL", .overscroll, CatalogueModel(LinearOverscroll(), 1.0 / 4), rounding: .offsets(pixels: 1),
      source: lvgl),
    CatalogueEntry(
      "LVGL", .bounce, CatalogueModel(EasedSnap(duration: .proportional, easing: .out), 0.5, 0.2, 0.4),
      rounding: .offsets(pixels: 1), source: lvgl, note: "The speed is by the display's length."),
    CatalogueEntry(
      "Pebble OS", .fling,
      CatalogueModel(
        TimedPowerFling(), [3, 3 * 0.24], [CatalogueConstant("TOUCH_FLING_TAU", 0.24, "s")]),
      startSpeeds: 250...3600, rounding: .offsets(pixels: 1),
      source: .file(
        "coredevices/PebbleOS", "src/fw/applib/ui/scroll_layer.c", "scroll_layer_private.h", at: "eb194795")
    ),
  ]
}
