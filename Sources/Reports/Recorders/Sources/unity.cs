// scrolltrace recorder for ScrollRect (Unity UI, C#)
// Use: add this file to the project and the component ScrollRecorder to the object of the ScrollRect (content anchored and pivoted at the
//   top left). It records while it is enabled.
// File: scroll-….ndjson in Application.persistentDataPath; its path is in the console. Android: adb pull
//   /sdcard/Android/data/PACKAGE/files/. ; iOS: Xcode > Devices and Simulators > Download Container. Then: scrollfit fit scroll-….ndjson
// Clock: t is Time.unscaledTimeAsDouble, whose steps ScrollRect moves by. Offsets are units of the canvas. A ScrollRect has no insets.
// Checked: type-checked with Mono's C# compiler against stubs of the declarations used; untested in Unity.
using System;
using System.IO;
using UnityEngine;
using UnityEngine.EventSystems;
using UnityEngine.UI;
using static System.FormattableString;

[RequireComponent(typeof(ScrollRect)), DefaultExecutionOrder(1000)]
public class ScrollRecorder : MonoBehaviour, IInitializePotentialDragHandler, IBeginDragHandler, IDragHandler, IEndDragHandler
{
    ScrollRect view;
    StreamWriter file;
    Vector2 finger, travel, last;
    string state = "idle", layout = "";
    int still;
    float Scale => view.GetComponentInParent<Canvas>().scaleFactor;

    void OnEnable()
    {
        view = GetComponent<ScrollRect>();
        var path = Path.Combine(Application.persistentDataPath, $"scroll-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}.ndjson");
        (file, layout) = (new StreamWriter(path) { AutoFlush = true }, "");
        Debug.Log($"scrolltrace: recording to {path}");
    }
    void OnDisable() => file?.Dispose();
    public void OnInitializePotentialDrag(PointerEventData data) => Touch(data, false);
    public void OnBeginDrag(PointerEventData data) => Touch(data, true);
    public void OnDrag(PointerEventData data) => Touch(data, true);
    public void OnEndDrag(PointerEventData data) => state = "decelerating";
    void Touch(PointerEventData data, bool hasMoved)
    {
        if (hasMoved) travel += (data.position - finger) / Scale;
        (finger, state) = (data.position, hasMoved ? "dragging" : "tracking");
    }
    // ScrollRect moves its content in LateUpdate; this component's order puts it after that. Invariant: decimal points in every language.
    void LateUpdate()
    {
        var viewport = (view.viewport != null ? view.viewport : (RectTransform)view.transform).rect;
        var (content, time) = (view.content.rect, Time.unscaledTimeAsDouble);
        var sizes = Invariant($@"""viewport"":{{""width"":{viewport.width:R},""height"":{viewport.height:R}")
            + Invariant($@"}},""contentSize"":{{""width"":{content.width:R},""height"":{content.height:R}") + "}}\n";
        var header = Invariant($@"{{""format"":""scrolltrace"",""version"":1,""device"":""{SystemInfo.deviceModel}"",")
            + Invariant($@"""os"":""{SystemInfo.operatingSystem}"",""scale"":{Scale:R},");
        // The layout is in the header, and in an event where it changes.
        if (sizes != layout) file.Write((layout == "" ? header : Invariant($@"{{""t"":{time:R},""event"":""layout"",")) + sizes);
        var offset = new Vector2(-view.content.anchoredPosition.x, view.content.anchoredPosition.y);
        (still, last, layout) = (offset == last ? still + 1 : 0, offset, sizes);
        if (still > 5 && state == "decelerating") state = "idle";
        file.Write(Invariant($@"{{""t"":{time:R},""x"":{offset.x:R},""y"":{offset.y:R},""px"":{-travel.x:R},""py"":{travel.y:R},"));
        file.Write($@"""state"":""{state}""}}" + "\n");
    }
}
