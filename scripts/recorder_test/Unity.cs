// The declarations of Unity that its recorder uses, for type checks without the editor.
using System;

namespace UnityEngine
{
    public class Object { }
    public class Component : Object
    {
        public Transform transform => null;
        public T GetComponent<T>() => default(T);
        public T GetComponentInParent<T>() => default(T);
    }
    public class Behaviour : Component { }
    public class MonoBehaviour : Behaviour { }
    public class Transform : Component { }
    public struct Rect { public float width, height; }
    public class RectTransform : Transform { public Rect rect; public Vector2 anchoredPosition; }
    public class Canvas : Behaviour { public float scaleFactor; }
    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 operator +(Vector2 a, Vector2 b) => a;
        public static Vector2 operator -(Vector2 a, Vector2 b) => a;
        public static Vector2 operator /(Vector2 a, float b) => a;
        public static bool operator ==(Vector2 a, Vector2 b) => true;
        public static bool operator !=(Vector2 a, Vector2 b) => false;
        public override bool Equals(object other) => true;
        public override int GetHashCode() => 0;
    }
    public static class Application { public static string persistentDataPath => ""; }
    public static class SystemInfo { public static string deviceModel => ""; public static string operatingSystem => ""; }
    public static class Time { public static double unscaledTimeAsDouble => 0; }
    public static class Debug { public static void Log(object message) { } }
    public class RequireComponent : Attribute { public RequireComponent(Type type) { } }
    public class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }
}

namespace UnityEngine.UI
{
    public class ScrollRect : MonoBehaviour { public RectTransform viewport, content; }
}

namespace UnityEngine.EventSystems
{
    public class PointerEventData { public Vector2 position; }
    public interface IInitializePotentialDragHandler { void OnInitializePotentialDrag(PointerEventData data); }
    public interface IBeginDragHandler { void OnBeginDrag(PointerEventData data); }
    public interface IDragHandler { void OnDrag(PointerEventData data); }
    public interface IEndDragHandler { void OnEndDrag(PointerEventData data); }
}
